import { TagResourceBase } from './generated/tag.gen.js';

/** tags, as this application serves them: what the schema does not say goes here. */
export class TagResource extends TagResourceBase {}
