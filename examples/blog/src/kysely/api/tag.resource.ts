import { TagResourceBase } from './generated/tag.gen.js';

export class TagResource extends TagResourceBase {}
