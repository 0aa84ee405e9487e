/** A user and a group that own nothing. */
const NOBODY = 65534

/** Whom commands run as. Never root: to a process of root the kernel grants things that its namespaces do not hold back. */
export const UNPRIVILEGED: { uid?: number; gid?: number } =
  process.geteuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
