import { Injectable } from '@nestjs/common';

/** Sends mail. In this example, it only records the messages. */
@Injectable()
export class MailService {
  readonly sent: string[] = [];

  send(text: string): void {
    this.sent.push(text);
  }
}
