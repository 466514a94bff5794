import { Module } from '@nestjs/common';
import { DATABASE_URL, PrismaService } from './prisma.service.js';

@Module({
  providers: [
    { provide: DATABASE_URL, useFactory: () => process.env['DATABASE_URL'] ?? 'file:./dev.db' },
    PrismaService,
  ],
  exports: [PrismaService],
})
export class DatabaseModule {}
