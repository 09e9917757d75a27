import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { serve } from '../transcribe.server';

export const loader = ({ request }: LoaderFunctionArgs) => serve(request);
export const action = ({ request }: ActionFunctionArgs) => serve(request);
