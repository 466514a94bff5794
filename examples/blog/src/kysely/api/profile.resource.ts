import { ProfileResourceBase } from './generated/profile.gen.js';

/** profiles, as this application serves them: what the schema does not say goes here. */
export class ProfileResource extends ProfileResourceBase {}
