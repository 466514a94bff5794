/** The system's error code, such as ENOENT; undefined if the error has no code. */
export function errorCodeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

/** The fix for a file system error, if there is one. */
export function cureOf(error: unknown): string | undefined {
  switch (errorCodeOf(error)) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'grant the user who runs jsonapi-gen permission to read and write here, or generate into a different folder'
    case 'ENOTDIR':
    case 'EISDIR':
    case 'EEXIST':
      return 'move it elsewhere, or generate into a different folder'
    default:
      return undefined
  }
}

/** The reason for a file system error, in words. */
export function reasonOf(error: unknown): string {
  switch (errorCodeOf(error)) {
    case 'EACCES':
    case 'EPERM':
      return 'permission denied'
    case 'EROFS':
      return 'the file system is read-only'
    case 'ENOSPC':
      return 'the disk is full'
    case 'EDQUOT':
      return 'the disk quota is exceeded'
    case 'EFBIG':
      return 'the file would be too large for the system'
    case 'ELOOP':
      return 'its links form a cycle'
    case 'EMFILE':
    case 'ENFILE':
      return 'too many files are open'
    case 'ENAMETOOLONG':
      return 'the path is too long'
    case 'ENOTDIR':
      return 'a file exists where a folder is needed'
    case 'EISDIR':
      return 'a folder exists where a file is needed'
    case 'EEXIST':
      return 'something else exists at this path'
    default:
      return error instanceof Error ? error.message : String(error)
  }
}
