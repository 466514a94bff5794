import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { finalize, type Observable } from 'rxjs';

/** Records the status of each response when it ends. */
@Injectable()
export class StatusInterceptor implements NestInterceptor {
  readonly statuses: number[] = [];

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(finalize(() => this.statuses.push(response.statusCode)));
  }
}
