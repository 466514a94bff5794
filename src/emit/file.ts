import type {
  ClassDeclarationStructure,
  ImportSpecifierStructure,
  InterfaceDeclarationStructure,
  OptionalKind,
  TypeAliasDeclarationStructure,
  VariableStatementStructure,
} from 'ts-morph'

/**
 * A TypeScript file before it is printed: the structures of its imports and statements. It is data, so another thread
 * can print it.
 */
export interface FileNode {
  /** The path relative to the output folder, with slashes. */
  readonly path: string
  /** The comment below the marker, as one sentence. */
  readonly note: string
  /** Whether the file is about all resources. Such a file changes in every branch (rule 20.13). */
  readonly isOfAll?: boolean
  readonly imports: readonly ImportNode[]
  readonly statements: readonly StatementNode[]
}

/** One import declaration. */
export interface ImportNode {
  readonly moduleSpecifier: string
  readonly isTypeOnly: boolean
  readonly names: readonly ImportedName[]
  /** Whether each name has its own line. */
  readonly broken: boolean
}

/** A name in an import. */
export type ImportedName = OptionalKind<ImportSpecifierStructure>

/** One statement: a ts-morph structure that names its kind, so ts-morph need not be loaded to make it. */
export type StatementNode = InterfaceNode | ClassNode | ConstantNode | TypeAliasNode

export interface InterfaceNode extends Omit<InterfaceDeclarationStructure, 'kind'> {
  readonly kind: 'interface'
}

export interface ClassNode extends Omit<ClassDeclarationStructure, 'kind'> {
  readonly kind: 'class'
}

export interface ConstantNode extends Omit<VariableStatementStructure, 'kind' | 'declarationKind'> {
  readonly kind: 'const'
}

export interface TypeAliasNode extends Omit<TypeAliasDeclarationStructure, 'kind'> {
  readonly kind: 'type'
}
