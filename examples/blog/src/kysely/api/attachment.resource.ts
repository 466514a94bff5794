import { AttachmentResourceBase } from './generated/attachment.gen.js';

/** attachments, as this application serves them: what the schema does not say goes here. */
export class AttachmentResource extends AttachmentResourceBase {}
