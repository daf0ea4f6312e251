import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? '');
const database = new DatabaseSync(join(process.env.WEBHOOK_STORE ?? '.', 'events.db'));
database.exec('CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY, body TEXT NOT NULL, done INTEGER DEFAULT 0)');
const store = database.prepare('INSERT INTO events (id, body) VALUES (?, ?) ON CONFLICT DO NOTHING');

const server = createServer(async (request, response) => {
  const body = await text(request);
  let event: { id: string; type: string };
  try {
    event = webhook.verify(body, request.headers as Record<string, string>) as { id: string; type: string };
  } catch {
    response.writeHead(400).end('not a genuine delivery');
    return;
  }
  // Stored first: an event that was answered is never sent again.
  const { changes } = store.run(event.id, body);
  response.writeHead(204).end();
  if (changes === 1) console.log(event.type, event.id);
});
server.listen(Number(process.env.PORT), '127.0.0.1');
