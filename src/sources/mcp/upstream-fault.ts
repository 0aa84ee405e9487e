/** Why Skillway itself broke off a call or a connection; the message is its own and safe to show. */
export class UpstreamFault extends Error {
  override readonly name = 'UpstreamFault'
  readonly kind: 'too-large' | 'too-slow' | 'closed' | 'invalid'

  constructor(kind: UpstreamFault['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}
