import { PostResourceBase, type PostRecord, type PostScope } from './generated/post.gen.js';

const POPULAR_VIEWS = 100;
const WORDS_PER_MINUTE = 200;

export class PostResource extends PostResourceBase {
  filterPopular(scope: PostScope, value: boolean): PostScope {
    return scope.where((builder) => builder('views', value ? '>=' : '<', POPULAR_VIEWS));
  }

  filterDraft(scope: PostScope, value: boolean): PostScope {
    return scope.where({ status: value ? 'draft' : 'published' });
  }

  extraFieldReadingTime({ body }: PostRecord): number {
    const words = body.split(/\s+/).filter((word) => word !== '');
    return Math.ceil(words.length / WORDS_PER_MINUTE);
  }
}
