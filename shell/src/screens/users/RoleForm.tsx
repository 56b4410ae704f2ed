import { Checkbox, Field, FormDialog, Input, Select } from '@recado/sdk/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CompanyRole, nameLengths } from '../../base/contracts.ts'
import { PermissionList } from './PermissionList.tsx'
import { useFieldProblems } from '../../base/forms/use-field-problems.ts'
import { useRoleActs, type RoleInput } from './use-roles.ts'

const emptyRole: RoleInput = { name: '', profile: 'user', permissions: [] }

/** Makes a role of permissions, with `start` from those of another one, or changes `role`. */
export function RoleForm({ role, start, onClose }: { role?: CompanyRole; start?: RoleInput; onClose(): void }) {
  const { t } = useTranslation('people')
  const { save } = useRoleActs()
  const problems = useFieldProblems(save.error)
  const { name, profile, permissions } = role ?? start ?? emptyRole
  const [input, setInput] = useState<RoleInput>({ name, profile, permissions })
  const set = (change: Partial<RoleInput>) => setInput((now) => ({ ...now, ...change }))
  const submit = (): void => {
    save.mutate({ ...input, ...(role && { id: role.id }) }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={role ? t('roles.editTitle', { name: role.name }) : t('roles.add')}
      shape="wide"
      busy={save.isPending}
      problem={problems.general}
      mistakes={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('field.name')} error={problems.of['name']} required>
        <Input
          value={input.name}
          maxLength={nameLengths.role}
          autoFocus
          autoComplete="off"
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <Field label={t('roles.seesLabel')} help={t('roles.seesHelp')}>
        <Select
          value={input.profile}
          onValueChange={(profile) => set({ profile: profile as RoleInput['profile'] })}
          options={(['user', 'super'] as const).map((value) => ({ value, label: t(`roles.sees.${value}`) }))}
        />
      </Field>
      <PermissionList wide>
        {({ name, title }) => (
          <Checkbox
            label={title}
            checked={input.permissions.includes(name)}
            onCheckedChange={(on) =>
              set({
                permissions: on ? [...input.permissions, name] : input.permissions.filter((other) => other !== name),
              })
            }
          />
        )}
      </PermissionList>
    </FormDialog>
  )
}
