import { fastify } from 'fastify';
import { measureAnswers, nameRoute } from './http-metrics.ts';
import { Metrics } from '@ci/observability';

it('answers are measured by the template of their route, whatever was asked for', async () => {
  const metrics = new Metrics('things');
  const app = fastify();
  measureAnswers(app, metrics);
  app.get('/things/:id', async () => 'a thing');
  app.get('/passed-on/*', async (request) => nameRoute(request, '/passed-on/others/:id'));
  app.addHttpMethod('PURGE');
  app.route({ method: 'PURGE', url: '/things/:id', handler: async () => 'gone' });

  for (const url of ['/things/1?secret=x', '/things/jane@example.test', '/passed-on/others/7', '/nowhere/8']) {
    await app.inject({ url });
  }
  await app.inject({ url: '/things/9', method: 'PURGE' as never });
  const counts = (await metrics.text()).split('\n').filter((line) => line.includes('_duration_seconds_count{'));
  expect(counts.map((line) => line.replace(/^.*service="things",/, ''))).toEqual([
    'route="/things/:id",method="GET",status="200"} 2',
    'route="/passed-on/others/:id",method="GET",status="200"} 1',
    'route="unknown",method="GET",status="404"} 1',
    'route="/things/:id",method="other",status="200"} 1',
  ]);
  await app.close();
});
