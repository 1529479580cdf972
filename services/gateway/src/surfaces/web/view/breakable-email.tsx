/** Returns the address with a place after its `@` where the line may break. */
export const breakableEmail = (email: string) => {
  const at = email.lastIndexOf('@') + 1;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
};
