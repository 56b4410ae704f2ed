/**
 * How programs connect to a plugin by OAuth: they register, their user decides on a page of the plugin, and they get
 * tokens that end within an hour and are renewed (RFC 6749, 7591, 7636, 8414, 8707, 9728). Core serves the endpoints;
 * a connection is a token of its user, see {@link UserTokenPort}, with all that holds for one.
 */
export interface ProgramConnections {
  /** Name of the route of `session` access that connected programs call, claimed at a product path: the resource. */
  readonly route: string
  /** Page of the plugin below `/configuracoes/` where a user decides; its address has `pedido`, the request. */
  readonly page: string
  /** Permissions of the plugin that a program can be given, in the order of the page. The first is always given. */
  readonly scopes: readonly string[]
}

/**
 * A request of a program to be connected. `unknown`: nobody registered so, or the answer would lead elsewhere; say so
 * and lead nowhere. `refused`: it asks wrongly; offer to go back to
 * `redirect`, which says what is wrong, and do not lead there unasked. `asked`: its user decides.
 */
export type AskedConnection =
  | { readonly state: 'unknown' }
  | { readonly state: 'refused'; readonly leadsTo: string; readonly redirect: string }
  | {
      readonly state: 'asked'
      /** The name that the program gave itself. Anybody can take any: show where it leads beside it. */
      readonly name: string
      /** Host of the document that describes the program, where its id is the address of one; nobody else has that. */
      readonly site: string | null
      /** Host to which the answer leads, or the scheme of an app on the user's machine, `cursor://`. */
      readonly leadsTo: string
      /** Full names of the permissions it asks for that its user holds, in the order of {@link ProgramConnections}. */
      readonly scopes: readonly string[]
    }
