import { openStream } from '#sync/server/stream.server.ts';
import { syncRoute } from '../sync-route.ts';

export const GET = syncRoute(({ locals }, { actor, sessionId }) => {
  const stream = openStream(locals.services, locals.changes, { actor, sessionId });
  return new Response(stream, {
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' }
  });
});
