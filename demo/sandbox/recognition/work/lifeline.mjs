/** Ends the work process, and what it has started, when its parent ends: then standard input closes. */
import { Socket } from 'node:net';
import process from 'node:process';

const end = () => {
  try {
    // The parent made this process the leader of a group of its own.
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.kill(process.pid, 'SIGKILL');
  }
};

new Socket({ fd: 0 }).on('error', end).on('close', end).resume();
