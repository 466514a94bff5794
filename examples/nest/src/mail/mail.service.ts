import { Injectable } from '@nestjs/common';

/** Sends mail. This one only remembers what it was asked to send. */
@Injectable()
export class MailService {
  readonly sent: string[] = [];

  send(text: string): void {
    this.sent.push(text);
  }
}
