import { Button, ColorDot, IconButton, Input, Popover, usePermission, useErrorText } from '@recado/sdk/ui'
import { Check, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nameLengths } from '../../base/contracts.ts'
import { useTags } from '../../data/tags/use-tags.ts'
import type { ContactDraft } from './contact-draft.ts'
import { useContactActs } from '../../data/contacts/use-contacts.ts'

type Tags = ContactDraft['tags']
/** Colours that new tags are given in turn; readable on light and dark. */
const palette = ['#0f766e', '#b45309', '#7c3aed', '#be123c', '#1d4ed8', '#4d7c0f', '#a21caf', '#475569']

/** The tags of a contact as chips, each with its way off, and a list to take more from or to make one. */
export function TagPicker({
  tags,
  onChange,
  disabled = false,
}: {
  tags: Tags
  onChange(tags: Tags): void
  disabled?: boolean
}) {
  const { t } = useTranslation('contacts')
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5">
      {tags.map((tag) => (
        <span
          key={tag.id}
          className="flex max-w-full items-center gap-0.5 rounded-full border border-line py-0.5 pr-0.5 pl-2 text-list"
        >
          <ColorDot color={tag.color} label={tag.tag} />
          {!disabled && (
            <IconButton
              size="small"
              icon={<X size={12} />}
              label={t('tags.remove', { tag: tag.tag })}
              onClick={() => onChange(tags.filter(({ id }) => id !== tag.id))}
            />
          )}
        </span>
      ))}
      {tags.length === 0 && disabled && <span className="text-list text-ink-muted">{t('tags.none')}</span>}
      {!disabled && (
        <Popover
          label={t('tags.choose')}
          className="w-64"
          trigger={
            <Button size="small" variant="ghost" icon={<Plus size={14} />}>
              {t('tags.add')}
            </Button>
          }
        >
          <TagChoice tags={tags} onChange={onChange} />
        </Popover>
      )}
    </div>
  )
}

/** A search of the tags that can be given, each with a press to give or take it; Enter is for the first found. */
export function TagChoice({ tags, onChange }: { tags: Tags; onChange(tags: Tags): void }) {
  const { t } = useTranslation('contacts')
  const textOf = useErrorText()
  const known = useTags()
  const mayCreate = usePermission('tags.manage')
  const { createTag } = useContactActs()
  const [search, setSearch] = useState('')
  const wanted = search.trim()
  const [color, setColor] = useState(palette[known.length % palette.length]!)
  const found = known.filter((tag) => tag.isActive && tag.tag.toLowerCase().includes(wanted.toLowerCase()))
  const carries = (id: string) => tags.some((tag) => tag.id === id)
  const toggle = (tag: Tags[number]) =>
    onChange(carries(tag.id) ? tags.filter(({ id }) => id !== tag.id) : [...tags, tag])
  const isNew = wanted !== '' && !known.some((tag) => tag.tag.toLowerCase() === wanted.toLowerCase())
  return (
    <div className="flex flex-col gap-2">
      <Input
        type="search"
        autoFocus
        value={search}
        maxLength={nameLengths.tag}
        autoComplete="off"
        aria-label={t('tags.search')}
        placeholder={t('tags.search')}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // It stands inside of forms, which are not sent by it.
          event.preventDefault()
          if (wanted !== '' && found[0]) toggle(found[0])
        }}
        onChange={(event) => setSearch(event.target.value)}
      />
      <ul aria-label={t('tags.choose')} className="scroll-thin flex max-h-56 flex-col overflow-y-auto empty:hidden">
        {found.map((tag) => (
          <li key={tag.id}>
            <button
              type="button"
              aria-pressed={carries(tag.id)}
              className="flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-left text-list hover:bg-hover"
              onClick={() => toggle(tag)}
            >
              <span className="min-w-0 flex-1">
                <ColorDot color={tag.color} label={tag.tag} />
              </span>
              {carries(tag.id) && <Check size={14} aria-hidden />}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && !(isNew && mayCreate) && (
        <p className="px-2 text-list text-ink-muted">{t('tags.nothing')}</p>
      )}
      {isNew && mayCreate && (
        <div className="flex flex-col gap-2 border-t border-line pt-2">
          <div role="radiogroup" aria-label={t('tags.color')} className="flex flex-wrap gap-1">
            {palette.map((one, index) => (
              <button
                key={one}
                type="button"
                role="radio"
                aria-checked={color === one}
                aria-label={t('tags.colorNumber', { number: index + 1 })}
                className="size-6 rounded-full border-2 border-transparent aria-checked:border-ink"
                style={{ background: one }}
                onClick={() => setColor(one)}
              />
            ))}
          </div>
          <Button
            size="small"
            busy={createTag.isPending}
            icon={<Plus size={14} />}
            onClick={() =>
              createTag.mutate(
                { tag: wanted, color },
                {
                  onSuccess: (tag) => {
                    onChange([...tags, tag])
                    setSearch('')
                  },
                },
              )
            }
          >
            <span className="truncate">{t('tags.create', { tag: wanted })}</span>
          </Button>
          {createTag.isError && (
            <p role="alert" className="k-field-error">
              {textOf(createTag.error)}
            </p>
          )}
        </div>
      )}
    </div>
  )
}
