/** Ends the worker process and its programs when its parent ends, which closes standard input. */
import { Socket } from 'node:net';
import process from 'node:process';

const end = () => {
  try {
    // The parent made this process the leader of its own group.
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.kill(process.pid, 'SIGKILL');
  }
};

new Socket({ fd: 0 }).on('error', end).on('close', end).resume();
