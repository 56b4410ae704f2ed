import { refusalsOf, type PluginErrors } from '@recado/sdk'

/** Refusal codes of the plugin beside core's. */
export const errors = {
  ERR_MCP_ORIGIN: {
    status: 403,
    when: 'A page that came over an open line, or that hides where it is from, called the MCP server.',
  },
  ERR_MCP_PROGRAM: { status: 403, when: 'The MCP server was called with a session and not with an MCP key.' },
  ERR_MCP_REQUEST_UNKNOWN: {
    status: 422,
    when: 'A program that did not register here, or another address to lead back to, asks to be connected.',
  },
  ERR_MCP_LISTEN: { status: 405, when: 'The MCP server begins no messages of its own: there is nothing to listen to.' },
} as const satisfies PluginErrors

/** Refuses with these codes, and with core's. */
export const refusal = refusalsOf(errors)
