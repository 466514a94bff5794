import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { AppModule } from './app.module.js';
import { withApi } from './openapi.js';

async function start(): Promise<void> {
  const app = await NestFactory.create(AppModule);
  const document = SwaggerModule.createDocument(app, new DocumentBuilder().setTitle('Orders').build());
  SwaggerModule.setup('docs', app, await withApi(document));
  await app.listen(process.env['PORT'] ?? 3000);
}

void start();
