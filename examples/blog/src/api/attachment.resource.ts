import { AttachmentResourceBase } from './generated/attachment.gen.js';

export class AttachmentResource extends AttachmentResourceBase {}
