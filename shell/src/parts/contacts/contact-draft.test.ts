import { describe, expect, it } from 'vitest'
import { anyContact } from '../../testing/samples.ts'
import { changesOf, creationOf, draftOf } from './contact-draft.ts'

const contact = {
  ...anyContact(1, {
    name: 'Nádia',
    document: '52998224725',
    gender: 'female',
    extraInfo: [{ description: 'Cidade', info: 'Recife' }],
    tags: [{ id: 'a' as never, tag: 'VIP', color: '#112233' }],
  }),
  notes: [],
}

describe('the form of a contact', () => {
  it('that was not touched changes nothing', () => {
    expect(changesOf(draftOf(contact), draftOf(contact))).toEqual({})
    expect(draftOf(contact).document).toBe('529.982.247-25')
  })

  it('says what differs and nothing else', () => {
    const before = draftOf(contact)
    expect(
      changesOf(before, {
        ...before,
        name: 'Nádia Prado',
        gender: '',
        tags: [{ id: 'b', tag: 'Novo', color: '#445566' }],
        extraInfo: [...before.extraInfo, { description: '', info: ' ' }],
      }),
    ).toEqual({
      name: 'Nádia Prado',
      gender: null,
      retag: { add: ['b'], remove: ['a'] },
      extraInfo: [{ description: 'Cidade', info: 'Recife' }],
    })
  })

  it('of a new contact says what was filled in', () => {
    expect(
      creationOf({ ...draftOf(undefined), name: 'Ana', number: '5511988887777', wallets: [{ id: 'u', name: 'Ugo' }] }),
    ).toEqual({ name: 'Ana', number: '5511988887777', walletUserIds: ['u'] })
  })
})
