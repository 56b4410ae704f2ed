import type { Viewer } from '@recado/contracts'

/**
 * The reseller whose companies and plans a viewer manages: null is all of them, for masters; otherwise the reseller's
 * own (reading 4).
 */
export const scopeOf = (viewer: Viewer): string | null => (viewer.can('platform.manage') ? null : viewer.tenantId)
