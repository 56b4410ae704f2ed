import type { Viewer } from '@recado/contracts'

/**
 * Whose companies and plans somebody looks after: null is everybody's, for masters; otherwise the reseller's own
 * (reading 4).
 */
export const scopeOf = (viewer: Viewer): string | null => (viewer.can('platform.manage') ? null : viewer.tenantId)
