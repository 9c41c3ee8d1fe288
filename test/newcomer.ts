let counter = 0;

/** What somebody new types into the registration; nobody else has the name or the address. */
export function newcomer() {
  counter += 1;
  return {
    username: `Grace_${counter}`,
    password: 'a long password',
    email: `grace${counter}@example.test`,
  };
}
