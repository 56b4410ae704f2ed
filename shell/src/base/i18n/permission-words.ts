import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** What a permission allows, in words; one of a plugin that brings none is called by its name. */
export function usePermissionWords(): (permission: string) => string {
  const { t } = useTranslation('access')
  return useCallback((permission) => t(`permission.${permission}`, { defaultValue: permission }), [t])
}

/** `tickets` of `tickets.read`: what belongs together in a list. */
export const areaOf = (permission: string): string => permission.split('.')[0]!
