import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** Text of a permission; one of a plugin without a text is shown by its name. */
export function usePermissionWords(): (permission: string) => string {
  const { t } = useTranslation('access')
  return useCallback((permission) => t(`permission.${permission}`, { defaultValue: permission }), [t])
}

/** `tickets` of `tickets.read`: the group of a permission in a list. */
export const areaOf = (permission: string): string => permission.split('.')[0]!
