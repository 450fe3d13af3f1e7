/** The process runs; nothing else is asked, so that a slow database gets no process killed. */
export const GET = () => Response.json({ status: 'live' });
