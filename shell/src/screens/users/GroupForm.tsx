import { Button, Checkbox, Field, FormDialog, Input } from '@recado/sdk/ui'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nameLengths, type UserGroup } from '../../base/contracts.ts'
import { ColleagueList } from '../../parts/people/ColleagueList.tsx'
import { PictureField } from '../../base/pictures/PictureField.tsx'
import { useFieldProblems } from '../../base/forms/use-field-problems.ts'
import { useGroupActs } from '../../data/users/use-groups.ts'

/** Makes a group, or changes it and who is in it. */
export function GroupForm({ group, onClose }: { group?: UserGroup; onClose(): void }) {
  const { t } = useTranslation('people')
  const { save, picture } = useGroupActs()
  const problems = useFieldProblems(save.error)
  const [name, setName] = useState(group?.name ?? '')
  const [isActive, setActive] = useState(group?.isActive ?? true)
  const [members, setMembers] = useState<readonly { id: string; name: string }[]>(group?.users ?? [])
  const has = (id: string): boolean => members.some((member) => member.id === id)
  const toggle = (user: { id: string; name: string }) =>
    setMembers(has(user.id) ? members.filter((member) => member.id !== user.id) : [...members, user])
  const submit = (): void => {
    save.mutate(
      { name, isActive, userIds: members.map((member) => member.id), ...(group && { id: group.id }) },
      { onSuccess: onClose },
    )
  }
  return (
    <FormDialog
      title={group ? t('groups.editTitle', { name: group.name }) : t('groups.add')}
      shape="sheet"
      busy={save.isPending}
      problem={problems.general}
      mistakes={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {group && (
        <PictureField
          name={name}
          src={picture.data ? picture.data.image : group.image}
          busy={picture.isPending}
          onChange={(file) => picture.mutate({ id: group.id, file })}
        />
      )}
      <Field label={t('field.name')} error={problems.of['name']} required>
        <Input
          value={name}
          maxLength={nameLengths.group}
          autoFocus
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Checkbox checked={isActive} onCheckedChange={setActive} label={t('groups.active')} />
      <section className="flex flex-col gap-2">
        <h3 className="text-list font-semibold" role="status">
          {t('groups.members', { count: members.length })}
        </h3>
        {members.length > 0 && (
          <ul className="flex flex-wrap gap-1.5">
            {members.map((member) => (
              <li key={member.id}>
                <Button
                  size="small"
                  variant="secondary"
                  aria-label={t('groups.takeOut', { name: member.name })}
                  onClick={() => toggle(member)}
                >
                  <span className="max-w-48 truncate">{member.name}</span>
                  <X size={12} aria-hidden />
                </Button>
              </li>
            ))}
          </ul>
        )}
        <ColleagueList label={t('groups.choose')} selected={members.map((member) => member.id)} onChoose={toggle} />
      </section>
    </FormDialog>
  )
}
