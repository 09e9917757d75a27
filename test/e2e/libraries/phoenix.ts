/** What a server with Phoenix says to a LiveView: a form around the recipe, rendered anew with all ids that it is sent. */
import type { Page } from '@playwright/test';

/** A form sends its fields as a query, a hook an object. */
type Message = readonly [
  joinRef: string | null,
  ref: string,
  topic: string,
  event: string,
  payload: { readonly value?: string | { readonly transcriptionId: string } },
];

export const servePhoenix = (page: Page, html: string): Promise<void> =>
  page.routeWebSocket(/\/live\/websocket/, (socket) => {
    const ids = new Set<string>();
    socket.onMessage((text) => {
      const [joinRef, ref, topic, event, { value = '' }] = JSON.parse(String(text)) as Message;
      const id =
        typeof value === 'string'
          ? new URLSearchParams(value).get('recording')
          : value.transcriptionId;
      if (id) ids.add(id);
      const statics = ['<form phx-change="changed"><output>', `</output>${html}</form>`];
      const response =
        event === 'phx_join'
          ? { liveview_version: '1.2.12', rendered: { 0: '', s: statics } }
          : { diff: { 0: [...ids].join(' ') } };
      socket.send(JSON.stringify([joinRef, ref, topic, 'phx_reply', { status: 'ok', response }]));
    });
  });
