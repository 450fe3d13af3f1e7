import { deviceRoute } from '#lib/server/http/device-route.ts';
import { openStream } from '#sync/server/stream.server.ts';
import { SYNC_PROTOCOL } from '../protocol-version.ts';

export const GET = deviceRoute(SYNC_PROTOCOL, ({ locals }, { actor, sessionId }) => {
  const stream = openStream(locals.services, locals.changes, { actor, sessionId });
  return new Response(stream, {
    headers: {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      // A proxy must not use the connection again: where a process stops, it is closed with the stream.
      Connection: 'close'
    }
  });
});
