export default function Page() {
  return <h1>profile-edit</h1>;
}
