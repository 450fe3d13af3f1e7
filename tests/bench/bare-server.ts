/**
 * The yardstick of `requests`: node:http and pg, one statement a request, nothing else. Run as a process of its own:
 * `bare-server.ts DATABASE_URL`; the statements come as JSON on its input, an object of paths. Prints its port.
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';

type Statement = { readonly text: string; readonly values: unknown[] };

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 });
const statements = JSON.parse(await text(process.stdin)) as Readonly<Record<string, Statement>>;
const server = createServer((request, response) => {
  const statement = statements[request.url ?? ''];
  if (statement === undefined) return void response.writeHead(404).end();
  pool.query(statement.text, statement.values).then(
    ({ rows }) => void response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(rows)),
    (thrown: unknown) => void response.writeHead(500).end(String(thrown))
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' && address !== null ? address.port : ''}\n`);
});
