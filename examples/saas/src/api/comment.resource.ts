import { askingMember, NOBODY, withTenant } from '../tenant.js';
import type { ApplicationController } from './application.controller.js';
import {
  CommentResourceBase,
  type CommentRecord,
  type CommentScope,
  type CommentShape,
} from './generated/comment.gen.js';

export class CommentResource extends CommentResourceBase {
  /** A comment is hidden with its project. */
  scopeOfLivingProject(scope: CommentScope): CommentScope {
    return scope.where({ project: { deletedAt: null } });
  }

  scopeOwn(scope: CommentScope, context: ApplicationController | undefined): CommentScope {
    return scope.where({ authorId: context?.locals.userId ?? NOBODY });
  }

  scopeOwnOrOwner(scope: CommentScope, context: ApplicationController | undefined): CommentScope {
    return context?.isOwner() ? scope : this.scopeOwn(scope, context);
  }

  /** Sets the author: nobody may write a comment in another user's name. */
  override create(parameters: Readonly<Record<string, unknown>>, parent?: object): Promise<CommentRecord> {
    const member = askingMember(this.context);
    const signed = member ? { ...parameters, authorId: member.userId } : parameters;
    return super.create(withTenant(signed, this.context), parent);
  }

  override destroy(id: CommentShape['id'], parent?: object): Promise<CommentRecord> {
    return this.update({ id, deletedAt: new Date() }, parent);
  }
}
