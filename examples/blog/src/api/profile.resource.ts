import { ProfileResourceBase } from './generated/profile.gen.js';

export class ProfileResource extends ProfileResourceBase {}
