/** First segments of product paths that belong to core alone: no plugin may claim anything below them. */
export const reservedPathRoots: readonly string[] = [
  '.well-known',
  'api',
  'assets',
  'auth',
  'docs',
  'hooks',
  'livez',
  'media',
  'metrics',
  'oauth',
  'openapi.json',
  'p',
  'plugins',
  'readyz',
  'socket.io',
]

/** Below these a plugin may claim paths all the same: programs of other products expect them there. */
export const claimablePathTrees: readonly string[] = ['/api/v1/']

/** Pages of the shell itself. A plugin's page may stand beside them (`/configuracoes/modelos`), not in their place. */
export const reservedPages: readonly string[] = [
  '/',
  '/login',
  '/home',
  '/atendimento',
  '/configuracoes',
  '/configuracoes/canais',
  '/configuracoes/plugins',
]
/** Below these every path is the shell's own: a conversation has its id there. */
export const reservedPageTrees: readonly string[] = ['/atendimento/', '/login/']
