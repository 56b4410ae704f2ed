/*
 * The rule of ids as the contracts have it: the generator runs before anything is installed, so it carries its own. A
 * test holds the two equal.
 */

const pattern = /^[a-z][a-z0-9-]{1,40}$/
const ofCore = [
  'ticket',
  'message',
  'contact',
  'connection',
  'user',
  'queue',
  'tag',
  'tenant',
  'core',
  'bus',
  'plugin',
  'media',
  'auth',
]

/** Why this cannot be the id of a plugin; undefined when it can. */
export function idComplaint(id: string): string | undefined {
  if (ofCore.includes(id)) return `${id} belongs to Recado itself: choose another name.`
  return pattern.test(id)
    ? undefined
    : `${id === '' ? 'An empty name' : id} cannot be the id of a plugin: small letters, digits and hyphens, 2 to ` +
        '41 of them, a letter first.'
}
