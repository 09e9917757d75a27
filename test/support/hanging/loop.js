describe('a page', () => {
  it('that never returns', () => {
    for (;;);
  });
});
