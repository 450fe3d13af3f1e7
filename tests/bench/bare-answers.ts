/**
 * The yardstick of `convergence`: node:http alone, which reads what it is sent and answers with as many bytes as the path says. Run as a
 * process of its own. Prints its port.
 */
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  const answer = Buffer.alloc(Number(request.url?.slice(1)));
  request
    .resume()
    .once('end', () => response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(answer));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' && address !== null ? address.port : ''}\n`);
});
