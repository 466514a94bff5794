import { PostResourceBase, type PostShape } from './generated/post.gen.js';

const POPULAR_VIEWS = 100;
const WORDS_PER_MINUTE = 200;

/** posts, as this application serves them: what the schema does not say goes here. */
export class PostResource extends PostResourceBase {
  filterPopular(scope: PostShape['scope'], value: boolean): PostShape['scope'] {
    return scope.where((builder) => builder('views', value ? '>=' : '<', POPULAR_VIEWS));
  }

  filterDraft(scope: PostShape['scope'], value: boolean): PostShape['scope'] {
    return scope.where({ status: value ? 'draft' : 'published' });
  }

  extraFieldReadingTime({ body }: PostShape['record']): number {
    const words = body.split(/\s+/).filter((word) => word !== '');
    return Math.ceil(words.length / WORDS_PER_MINUTE);
  }
}
