"""The configuration file: what is taken, and how what is wrong is told."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.config.load import ConfigError, Problem, parse_config, read_config
from firmware_ctl.config.model import CONFIG_VERSION, Config

VERSION = f"config_version = {CONFIG_VERSION}\n"


def problems_of(text: str) -> tuple[Problem, ...]:
    with pytest.raises(ConfigError) as caught:
        parse_config(text, "table.toml")
    return caught.value.problems


def only_problem(text: str) -> Problem:
    (problem,) = problems_of(text)
    return problem


def test_a_file_with_its_version_alone_is_the_defaults() -> None:
    assert parse_config(VERSION, "table.toml") == Config()


def test_named_keys_change_and_the_rest_keep_their_defaults() -> None:
    config = parse_config(VERSION + '[table]\nname = "雀"\n[motion]\nmargin = 2\n', "table.toml")
    assert (config.table.name, config.motion.margin) == ("雀", 2.0)
    assert config.motion.slack_s == Config().motion.slack_s
    assert isinstance(config.motion.margin, float)


@pytest.mark.parametrize(
    ("text", "line", "key", "words"),
    [
        ("[tabel]\n", 2, "tabel", "unknown key `tabel`; did you mean `table`?"),
        ("[table]\nnmae = 'x'\n", 3, "table.nmae", "did you mean `name`?"),
        ("[table]\nqqq = 1\n", 3, "table.qqq", "known here are name, profile"),
        ("[motion]\nmargin = 'x'\n", 3, "motion.margin", 'a number in 1.1..5, not "x"'),
        ("[motion]\nmargin = true\n", 3, "motion.margin", "not true"),
        ("[motion]\nmargin = 1.05\n", 3, "motion.margin", "a number in 1.1..5, not 1.05"),
        ("[motion]\nmargin = nan\n", 3, "motion.margin", "not nan"),
        ("[motion]\nmargin = inf\n", 3, "motion.margin", "not inf"),
        ("[motion]\nattempts = 2.0\n", 3, "motion.attempts", "a whole number in 1..5, not 2.0"),
        ("[motion]\nattempts = [2]\n", 3, "motion.attempts", "not a list"),
        ("[table]\nlanguage = 'zh'\n", 3, "table.language", '"en" or "zh-CN" or "ja", not "zh"'),
        ("[table]\nname = 7\n", 3, "table.name", "a text, not 7"),
        ("[table]\nname = '" + "x" * 201 + "'\n", 3, "table.name", "200 at most"),
        ('[table]\nname = "\\u001b[2J"\n', 3, "table.name", "printable characters"),
        (
            "[voice]\nquiet = 'late'\n",
            3,
            "voice.quiet",
            "two times of the day, such as 22:00-08:00",
        ),
        ("[table]\nvariant = 'ZZ'\n", 3, "table.variant", "no variant 'ZZ'"),
        ("table = 3\n", 2, "table", "write [table]"),
        ("motion.margin = 9\n", 2, "motion.margin", "1.1..5"),
        ("motion = { margin = 9 }\n", 2, "motion.margin", "1.1..5"),
        ("[[table]]\n", 2, "table", "write [table]"),
    ],
)
def test_a_wrong_key_is_told_with_its_line(text: str, line: int, key: str, words: str) -> None:
    problem = only_problem(VERSION + text)
    assert (problem.line, problem.key) == (line, key)
    assert words in problem.text


def test_all_problems_are_told_at_once_in_the_order_of_the_file() -> None:
    found = problems_of("[motion]\nmargin = 0\nslak_s = 1\n[table]\nlanguage = 'fr'\n")
    assert [problem.line for problem in found] == [None, 2, 3, 5]
    assert [problem.key for problem in found] == [
        "config_version",
        "motion.margin",
        "motion.slak_s",
        "table.language",
    ]


def test_a_text_of_several_lines_does_not_shift_or_hide_lines() -> None:
    text = VERSION + '[table]\nname = """\nmargin = 1\n[motion]\n"""\n[motion]\nmargin = 0\n'
    lines = {problem.key: problem.line for problem in problems_of(text)}
    assert lines == {"table.name": 3, "motion.margin": 8}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "config_version is missing; write `config_version = 1`"),
        ("config_version = '1'", 'a whole number, not "1"'),
        ("config_version = 2", "newer than this program's 1; update mjtable"),
        ("config_version = 0", "older than this program's 1; compare"),
    ],
)
def test_the_version_is_explained(text: str, words: str) -> None:
    assert words in only_problem(text).text


def test_a_newer_file_is_not_blamed_for_keys_that_only_newer_programs_know() -> None:
    assert len(problems_of("config_version = 2\n[camera]\nfitted = true\n")) == 1


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("config_version = \n", 1),
        ("a = 1\na = 2\n", 2),
        ("a = [", None),
        ("a = " + "[" * 20_000, None),
        ("a = " + "9" * 5_000, None),
    ],
)
def test_what_is_not_toml_is_told_without_a_traceback(text: str, line: int | None) -> None:
    assert only_problem(text).line == line


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(VERSION, encoding="utf-8-sig")
    assert read_config(path) == Config()


def test_an_absent_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="No such file"):
        read_config(tmp_path / "absent.toml")


def test_a_directory_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"is a directory; name a file such as table\.toml"):
        read_config(tmp_path)


def test_bytes_that_are_not_utf8_are_told_with_their_line(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(b"config_version = 1\n[table]\nname = '\xff'\n")
    with pytest.raises(ConfigError, match=r"table\.toml:3: byte 0xff is not UTF-8"):
        read_config(path)


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(b"#" * (1 << 21))
    with pytest.raises(ConfigError, match="larger than 1 MiB"):
        read_config(path)


@given(
    st.text(
        alphabet=st.sampled_from("[]{}=.'\"\\#\n \t abtlenmoi_s019\u4e00\u0000\u001b"), max_size=60
    )
)
def test_no_text_at_all_raises_anything_but_a_config_error(text: str) -> None:
    try:
        parse_config(VERSION + text, "fuzz")
    except ConfigError as error:
        assert error.problems
        assert str(error).replace("\n", "").isprintable()
