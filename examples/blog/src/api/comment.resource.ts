import { CommentResourceBase } from './generated/comment.gen.js';

export class CommentResource extends CommentResourceBase {}
