import { describe, expect, it } from 'vitest'
import { commandAllowed } from '../../src/sandbox/command-allowed.ts'

describe('the allowed-tools of a skill', () => {
  it.each<[tools: string[] | undefined, command: string]>([
    [undefined, 'rm -rf / ; anything'],
    [['Bash'], 'git status; ls | wc -l'],
    [['Read', 'bash'], 'ls'],
    [['Bash(*)'], 'ls && ls'],
    [['Shell'], 'ls'],
    [['run_shell_command'], 'ls'],
    [['Bash(git:*)'], 'git'],
    [['Bash(git:*)'], '  git   log --oneline "a b" '],
    [['Bash(git *)'], 'git status'],
    [['Bash(npm run test:*)'], 'npm run test -- --watch'],
    [['Bash(npm test)'], 'npm  test'],
    [['Bash(git:*)', 'Bash(python3 scripts/run.py:*)'], 'python3 scripts/run.py in.csv out.csv'],
    [['Bash(ls:*)'], 'ls *.md ~/x?[a-z] #'],
    [[' Bash( git:* ) '], 'git status'],
  ])('%j permit %j', (tools, command) => {
    expect(commandAllowed(tools, command)).toEqual({ allowed: true })
  })

  it.each<[tools: string[], command: string]>([
    [[], 'ls'],
    [['Read', 'Write'], 'ls'],
    [['BashOutput', 'Bashful(git:*)', 'mcp__x__Bash'], 'ls'],
    [['Bash(git:*)'], 'gitk'],
    [['Bash(git:*)'], 'git-shell'],
    [['Bash(git:*)'], '/usr/bin/git status'],
    [['Bash(git:*)'], 'GIT_SSH_COMMAND=x git fetch'],
    [['Bash(git:*)'], '"git" status'],
    [['Bash(npm test)'], 'npm test --watch'],
    [['Bash(npm test)'], 'npm'],
    [['Bash(npm run test:*)'], 'npm run tests'],
    [['Bash()', 'Bash(:*)'], 'ls'],
    [['Bash(git*)', 'Bash(*git)', 'Bash(g*t:*)'], 'git status'],
  ])('%j do not permit %j', (tools, command) => {
    expect(commandAllowed(tools, command)).toMatchObject({
      allowed: false,
      reason: expect.stringContaining('allowed-tools'),
    })
  })

  it.each([
    'git status; rm x',
    'git status && rm x',
    'git status & rm x',
    'git status | sh',
    'git log > x',
    'git log < x',
    'git log $(rm x)',
    'git log `rm x`',
    'git log $HOME',
    'git log <(rm x)',
    'git log "$(rm x)"',
    "git log ';'",
    'git log\nrm x',
    'git log\r\nrm x',
    'git log \\; rm x',
    'git {status,log}',
    '! git log',
    '(git log)',
    'git log\u0000',
  ])('permit %j only where they name the shell without conditions', (command) => {
    expect(commandAllowed(['Bash(git:*)', 'Bash(! git log)', `Bash(${command})`], command)).toMatchObject({
      allowed: false,
    })
    expect(commandAllowed(['Bash'], command)).toEqual({ allowed: true })
  })

  it('are told in a reason of one line', () => {
    const answer = commandAllowed(['Bash(git\n:\u001b[2J*)'], 'ls')
    expect(answer).toEqual({
      allowed: false,
      reason: "The skill does not permit this command: its allowed-tools permit only 'git :\\u{1b}[2J*'",
    })
  })
})
