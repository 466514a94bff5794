import { Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { ApiModule } from './api/routes/index.js';
import { LoginGuard } from './login/login.guard.js';
import { StatusInterceptor } from './login/status.interceptor.js';
import { MailService } from './mail/mail.service.js';
import { DatabaseModule } from './database/database.module.js';
import { ReportController } from './report.controller.js';
import { ReportService } from './report.service.js';

@Module({
  imports: [DatabaseModule, ApiModule],
  controllers: [ReportController],
  providers: [
    MailService,
    ReportService,
    StatusInterceptor,
    { provide: APP_GUARD, useClass: LoginGuard },
    { provide: APP_INTERCEPTOR, useExisting: StatusInterceptor },
  ],
})
export class AppModule {}
