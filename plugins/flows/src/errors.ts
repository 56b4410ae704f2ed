import { refusalsOf, type PluginErrors } from '@recado/sdk'

/** Refusal codes of the plugin beside core's ERR_NO_AUTO_REPLY_FOUND and its kin. */
export const errors = {
  ERR_FLOW_FAULTS: {
    status: 409,
    when: 'The flow has faults and cannot be published; `issues` say where: `nodes.<id>.<field>`, `edges.<id>`.',
    facts: ['issues'],
  },
  ERR_FLOW_EXISTS: { status: 409, when: 'Another flow of this company has this name.' },
  ERR_FLOW_CHANGED: { status: 409, when: 'Somebody changed the flow meanwhile; read it again.' },
  ERR_FLOW_NOT_PUBLISHED: { status: 409, when: 'A flow is activated that was never published.' },
  ERR_FLOW_LIMIT: {
    status: 409,
    when: 'The company has as many flows as it may; `limit` says how many.',
    facts: ['limit'],
  },
  ERR_FLOW_FILE: {
    status: 400,
    when: 'The imported file is not a flow that can be read; `issues` say why.',
    facts: ['issues'],
  },
  ERR_FLOW_MEDIA: { status: 400, when: 'The flow names a file that was not uploaded to flows of this company.' },
  ERR_FLOW_STEPS: { status: 409, when: 'The flow has more than its steps can show; change it in the builder.' },
} as const satisfies PluginErrors

/** Refuses with these codes, and with core's. */
export const refusal = refusalsOf(errors)
