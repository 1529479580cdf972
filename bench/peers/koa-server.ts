import Koa from 'koa';

/**
 * The peer of the REST API: bare Koa that reads each body as JSON and answers a constant, with neither check nor read.
 * @param answer what every request gets, as long as an answer of the product
 */
export function startKoaServer(port: number, answer: string): void {
  const koa = new Koa();
  koa.use(async (ctx) => {
    const chunks: Buffer[] = [];
    for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
    if (chunks.length > 0) JSON.parse(Buffer.concat(chunks).toString());
    ctx.type = 'application/json';
    ctx.body = answer;
  });
  koa.listen(port, '127.0.0.1');
}
