import { askingMember, NOBODY, withTenant } from '../tenant.js';
import type { ApplicationController } from './application.controller.js';
import { CommentResourceBase, type CommentShape } from './generated/comment.gen.js';

/** comments, as this application serves them. */
export class CommentResource extends CommentResourceBase {
  /** A comment is hidden with its project. */
  scopeOfLivingProject(scope: CommentShape['scope']): CommentShape['scope'] {
    return scope.where({ project: { deletedAt: null } });
  }

  scopeOwn(scope: CommentShape['scope'], context: ApplicationController | undefined): CommentShape['scope'] {
    return scope.where({ authorId: context?.locals.userId ?? NOBODY });
  }

  scopeOwnOrOwner(
    scope: CommentShape['scope'],
    context: ApplicationController | undefined,
  ): CommentShape['scope'] {
    return context?.isOwner() ? scope : this.scopeOwn(scope, context);
  }

  /** Nobody speaks in another one's name. */
  override create(
    parameters: Readonly<Record<string, unknown>>,
    parent?: object,
  ): Promise<CommentShape['record']> {
    const member = askingMember(this.context);
    const signed = member ? { ...parameters, authorId: member.userId } : parameters;
    return super.create(withTenant(signed, this.context), parent);
  }

  override destroy(id: CommentShape['id'], parent?: object): Promise<CommentShape['record']> {
    return this.update({ id, deletedAt: new Date() }, parent);
  }
}
