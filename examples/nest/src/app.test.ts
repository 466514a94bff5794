import 'reflect-metadata';
import { rmSync } from 'node:fs';
import { ConsoleLogger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import { AppModule } from './app.module.js';
import { OrderResource } from './api/order.resource.js';
import { api } from './api/routes/index.js';
import { StatusInterceptor } from './login/status.interceptor.js';
import { MailService } from './mail/mail.service.js';
import { withApi } from './openapi.js';
import { DATABASE_URL, PrismaService } from './database/prisma.service.js';
import { provided } from './provided.js';

/** Keeps the errors that Nest logs. */
class Log extends ConsoleLogger {
  readonly errors: string[] = [];

  override error(message: unknown): void {
    this.errors.push(String(message));
  }

  override log(): void {}
}

const FILE = `app.test.${process.pid}.db`;
const TYPE = 'application/vnd.api+json';
const ORDERS = '/api/orders';
const order = (customer: string, total: number): object => ({
  data: { type: 'orders', attributes: { customer, total } },
});
const log = new Log();
let app: NestExpressApplication;

/** An application, with a change that main.ts could also make. */
async function started(
  change: (made: NestExpressApplication) => void = () => {},
): Promise<NestExpressApplication> {
  const builder = Test.createTestingModule({ imports: [AppModule] });
  const module = await builder.overrideProvider(DATABASE_URL).useValue(`file:./${FILE}`).compile();
  const made = module.createNestApplication<NestExpressApplication>();
  made.useLogger(log);
  change(made);
  await made.init();
  return made;
}

const asked = (path: string, name = 'Ada') =>
  request(app.getHttpServer()).get(path).set('authorization', `Bearer ${name}`);
const sent = (body: object, type = TYPE) =>
  request(app.getHttpServer())
    .post(ORDERS)
    .set('authorization', 'Bearer Ada')
    .type(type)
    .send(JSON.stringify(body));

beforeAll(async () => {
  app = await started();
  await app
    .get(PrismaService)
    .$executeRawUnsafe(
      'CREATE TABLE "Order" (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, customer TEXT NOT NULL, total INTEGER NOT NULL)',
    );
}, 60_000);
afterAll(async () => {
  await app.close();
  rmSync(FILE, { force: true });
});

test("the application's guard runs before the API, and the API receives its user", async () => {
  expect((await request(app.getHttpServer()).get(ORDERS)).body).toEqual({
    message: 'Unauthorized',
    statusCode: 401,
  });
  expect((await sent(order('Ada', 5))).status).toBe(201);
  expect((await asked(ORDERS)).body.data).toHaveLength(1);
  expect((await asked(ORDERS, 'Bob')).body.data).toEqual([]);
});

test("the application's interceptors run until the end of the response", async () => {
  const { statuses } = app.get(StatusInterceptor);
  statuses.length = 0;
  await asked(ORDERS);
  await asked(`${ORDERS}/99`);
  await asked('/api/nothing');
  await asked('/api');
  await asked('/api/');
  expect(statuses).toEqual([200, 404, 404, 200, 200]);
});

test("a resource reaches the application's providers", async () => {
  const { sent: mails } = app.get(MailService);
  mails.length = 0;
  const { body } = await sent(order('Ada', 7));
  expect(mails).toEqual([`Order ${body.data.id} costs 7.`]);
});

test('a service reaches resources, with the policies of a user', async () => {
  const { body } = await asked('/report');
  expect(body).toEqual({ orders: (await asked(ORDERS)).body.data.length });
});

test("errors in the API are sent to the application's logger", async () => {
  const { prototype } = OrderResource;
  const own = prototype.scopeOfCustomer;
  prototype.scopeOfCustomer = () => {
    throw new Error('The scope is broken.');
  };
  const { status, body } = await asked(ORDERS);
  prototype.scopeOfCustomer = own;
  expect(status).toBe(500);
  expect(log.errors).toHaveLength(1);
  expect(log.errors[0]).toContain(`${body.errors[0].id} GET /api/orders\n`);
  expect(log.errors[0]).toContain('The scope is broken.');
});

test("a body that one of the application's parsers has read is accepted", async () => {
  const other = await started((made) => made.useBodyParser('json', { type: TYPE }));
  const first = app;
  app = other;
  const { status, body } = await sent(order('Ada', 9));
  expect([status, body.data.attributes]).toEqual([201, { customer: 'Ada', total: 9 }]);
  const invalid = await sent(order('Ada', 0));
  expect(invalid.body.errors[0].source).toEqual({ pointer: '/data/attributes/total' });
  app = first;
  await other.close();
  expect((await asked(ORDERS)).status).toBe(200);
});

test("Nest's OpenAPI document contains the API", async () => {
  const own = SwaggerModule.createDocument(app, new DocumentBuilder().setTitle('Orders').build());
  const document = await withApi(own);
  expect(document.info.title).toBe('Orders');
  expect(Object.keys(document.paths).toSorted()).toEqual([
    '/api/',
    '/api/operations',
    '/api/orders',
    '/api/orders/{id}',
    '/report',
  ]);
  const { schema } = Object(document.paths['/api/orders']?.post?.requestBody).content[TYPE];
  expect(Object.keys(document.components?.schemas ?? {})).toContain(
    schema.$ref.replace('#/components/schemas/', ''),
  );
  const twice = { ...own, components: { schemas: document.components?.schemas ?? {} } };
  await expect(withApi(twice)).rejects.toThrow(
    /^Two schemas in the OpenAPI document have the name \w+\. Rename yours/,
  );
});

test('if the application lacks a provider, the error says what to add', async () => {
  expect(() => provided(Log)).toThrow(
    'Log is not a provider of this application. Add it to the providers of a module, and that module to the imports of AppModule.',
  );
});

test('without an application, the adapter says how to start one', async () => {
  const { status } = await asked(ORDERS);
  await app.close();
  const read = api.as({ user: { name: 'Ada' } }, () => OrderResource.all());
  await expect(read).rejects.toThrow(
    /^PrismaService is not available, because no Nest application with ApiModule has started\. Add ApiModule to the imports of AppModule, .* In a test, call await app\.init\(\) first\.$/,
  );
  app = await started();
  expect([status, (await asked(ORDERS)).status]).toEqual([200, 200]);
});
