import { toast, useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usePermissionWords } from '../../base/i18n/permission-words.ts'
import { keys } from '../../base/query-keys.ts'
import { useManifest } from '../../data/workplace/workplace-context.ts'
import type { AssignablePermission, CompanyRole } from '../../base/contracts.ts'
import { usePluginTitles } from '../../parts/navigation/navigation.tsx'

export type RoleInput = Pick<CompanyRole, 'name' | 'profile' | 'permissions'>

/** The roles that the company made, for who may manage them. */
export function useRoles(enabled = true) {
  const api = useApi()
  return useQuery({
    queryKey: keys.roles,
    enabled,
    queryFn: ({ signal }) => api.get<CompanyRole[]>('/roles', { signal }),
  })
}

export function useAssignablePermissions() {
  const api = useApi()
  return useQuery({
    queryKey: keys.assignablePermissions,
    queryFn: ({ signal }) => api.get<AssignablePermission[]>('/roles/permissions', { signal }),
  })
}

/** Making, changing and deleting roles; the dialogs show their own failures. */
export function useRoleActs() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('people')
  const changed = () => {
    for (const queryKey of [keys.roles, keys.users]) void queries.invalidateQueries({ queryKey })
  }
  const save = useMutation({
    mutationFn: ({ id, ...input }: RoleInput & { id?: string }) =>
      id === undefined ? api.post<CompanyRole>('/roles', input) : api.put<CompanyRole>(`/roles/${id}`, input),
    onSuccess: ({ name }) => {
      changed()
      toast.success(t('roles.saved', { name }))
    },
  })
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(`/roles/${id}`),
    onSuccess: () => {
      changed()
      toast.success(t('roles.deleted'))
    },
  })
  return { save, remove }
}

export interface NamedPermission extends AssignablePermission {
  readonly title: string
}
export interface PermissionArea {
  readonly id: string
  readonly title: string
  readonly permissions: readonly NamedPermission[]
}

/**
 * Permissions by area, in words: core's areas are ours, a plugin is its own. Those of plugins that the company does not
 * use are left out.
 */
export function usePermissionAreas(permissions: readonly AssignablePermission[]): PermissionArea[] {
  const { t, i18n } = useTranslation('access')
  const manifest = useManifest()
  const titleOf = usePluginTitles(manifest)
  const wordsOf = usePermissionWords()
  const areas = new Map<string, { id: string; title: string; permissions: NamedPermission[] }>()
  for (const permission of permissions) {
    const plugin = manifest.plugins.find((candidate) => candidate.id === permission.plugin)
    if (permission.plugin !== null && !plugin) continue
    const id = permission.plugin ?? permission.name.split('.')[0]!
    const area = areas.get(id) ?? {
      id,
      title: plugin ? (plugin.title[i18n.language] ?? plugin.title['en'] ?? id) : t(`area.${id}`, { defaultValue: id }),
      permissions: [],
    }
    areas.set(id, area)
    area.permissions.push({
      ...permission,
      title: plugin ? titleOf(plugin, permission.titleKey ?? permission.name) : wordsOf(permission.name),
    })
  }
  return [...areas.values()]
}
