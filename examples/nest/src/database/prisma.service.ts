import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { literalLike } from '@jsonapi-gen/runtime/prisma';
import { PrismaLibSql } from '@prisma/adapter-libsql';
import { PrismaClient } from '../prisma/client.js';

/** The token of the database's URL. */
export const DATABASE_URL = 'DATABASE_URL';

/** The Prisma Client, which Nest constructs with the application's settings. */
@Injectable()
export class PrismaService extends PrismaClient implements OnModuleDestroy {
  constructor(@Inject(DATABASE_URL) url: string) {
    super({ adapter: literalLike(new PrismaLibSql({ url, intMode: 'bigint' })) });
  }

  async onModuleDestroy(): Promise<void> {
    await this.$disconnect();
  }
}
